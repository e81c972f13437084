import type { Intake } from '../engine/index.ts';
import type { CallMetrics } from './call-metrics.ts';

/** Takes what comes in. */
export type Taking = Pick<Intake, 'receive' | 'message' | 'delivered'>;

/** What comes in, counted by what became of it; nothing waits for that. */
export function countedIntake(intake: Taking, metrics: CallMetrics): Taking {
  const counted = <Result>(service: string, taking: Promise<Result>, done: (result: Result) => string) => {
    taking.then(
      (result) => {
        metrics.notified(service, done(result));
      },
      () => {
        metrics.notified(service, 'failed');
      },
    );
    return taking;
  };
  return {
    receive: (arrival) => counted('voice', intake.receive(arrival), String),
    message: (arrival) => counted('sms', intake.message(arrival), String),
    delivered: (arrival) => counted('sms', intake.delivered(arrival), () => 'applied'),
  };
}
