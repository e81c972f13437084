/** Traces, where they are wanted: nothing of OpenTelemetry is loaded otherwise, and nothing wraps anything. */
import type { Tracing } from '../../adapters/tracing-otel/index.ts';
import type { Log } from '../../engine/ports/index.ts';
import type { ServerOptions } from '../http/index.ts';

/** Loads what traces need, and begins. */
export async function openTraces(
  wanted: { ratio: number } | undefined,
  log: Log,
): Promise<Tracing | undefined> {
  if (wanted === undefined) return undefined;
  const { openTracing } = await import('../../adapters/tracing-otel/index.ts');
  return openTracing({ ...wanted, log });
}

type Taking = ServerOptions['intake'];

/** What comes in, each with a tree of spans. */
export function traceIntake(intake: Taking, tracing: Tracing): Taking {
  return {
    receive: (arrival) => tracing.notification('voice', arrival.project, () => intake.receive(arrival)),
    message: (arrival) => tracing.notification('sms', arrival.project, () => intake.message(arrival)),
    delivered: (arrival) => tracing.notification('sms', arrival.project, () => intake.delivered(arrival)),
  };
}
