/** Exports spans in batches with OTLP over HTTP, to the endpoint in the standard environment variables. */
import { setTimeout as pause } from 'node:timers/promises';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import type { Log } from '../../engine/ports/index.ts';

export interface TracingOptions {
  /** Share of the traces that are recorded, from 0 to 1. */
  ratio: number;
  log: Log;
}

/** Maximum time that `close` waits for the collector. */
const MAX_CLOSE_MS = 2_000;

/** Starts the exporter. `close` sends the remaining spans. */
export function openExport({ ratio, log }: TracingOptions): {
  tracer: Tracer;
  close: () => Promise<void>;
} {
  const warn = (message: string) => {
    log.warn({ reason: message.slice(0, 300) }, 'traces could not be sent');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'ringflow' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const shutDown = () =>
    provider.shutdown().catch((error: unknown) => {
      warn(error instanceof Error ? error.message : String(error));
    });
  return {
    tracer: provider.getTracer('ringflow'),
    close: () => Promise.race([shutDown(), pause(MAX_CLOSE_MS, undefined, { ref: false })]),
  };
}
