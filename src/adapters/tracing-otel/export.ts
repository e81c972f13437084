/** Exports spans by OTLP over HTTP, in batches, to the address that the standard environment names. */
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
  /** Share of the trees that are recorded, from 0 to 1. */
  ratio: number;
  log: Log;
}

/** Nobody who stops waits longer than this for whoever takes traces. */
const LONGEST_CLOSE_MS = 2_000;

/** Opens the way out. `close` sends what is left. */
export function openExport({ ratio, log }: TracingOptions): {
  tracer: Tracer;
  close: () => Promise<void>;
} {
  const tell = (message: string) => {
    log.warn({ reason: message.slice(0, 300) }, 'traces could not be sent');
  };
  const lost = (error: unknown) => {
    tell(error instanceof Error ? error.message : String(error));
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'ringflow' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  return {
    tracer: provider.getTracer('ringflow'),
    close: () => Promise.race([provider.shutdown().catch(lost), patience()]),
  };
}

function patience(): Promise<void> {
  return pause(LONGEST_CLOSE_MS, undefined, { ref: false });
}
