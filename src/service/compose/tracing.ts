/** Tracing. OpenTelemetry is loaded only if it is on. */
import type { Tracing } from '../../adapters/tracing-otel/index.ts';
import type { Log } from '../../engine/ports/index.ts';
import type { ServerOptions } from '../http/index.ts';

/** Loads OpenTelemetry and starts tracing. */
export async function openTraces(
  wanted: { ratio: number } | undefined,
  log: Log,
): Promise<Tracing | undefined> {
  if (wanted === undefined) return undefined;
  const { openTracing } = await import('../../adapters/tracing-otel/index.ts');
  return openTracing({ ...wanted, log });
}

type Taking = ServerOptions['intake'];

/** Wraps the intake so that each notification has a tree of spans. */
export function traceIntake(intake: Taking, tracing: Tracing): Taking {
  return {
    receive: (arrival) => tracing.notification('voice', arrival.project, () => intake.receive(arrival)),
    message: (arrival) => tracing.notification('sms', arrival.project, () => intake.message(arrival)),
    delivered: (arrival) => tracing.notification('sms', arrival.project, () => intake.delivered(arrival)),
  };
}
