/**
 * What the shipped alert rules are unit-tested with: series in the notation of promtool, and which alerts fire at which time.
 * https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/
 */

export interface RuleCase {
  name: string;
  /** Series → values; one value every 30 seconds. */
  series: Record<string, string>;
  /** Time → names of all alerts that fire then, in order. */
  firing: Record<string, string[]>;
}

/** A node that runs, so that `RingflowGone` stays silent. */
const node = {
  'ringflow_outbox_calls{instance="a"}': '0x400',
  'ringflow_draining{instance="a"}': '0x400',
};
const desk = 'project="default",flow="desk"';
const refused = 'ringflow_hook_refused_total{project="default",code="not_found",instance="a"}';
const taken = 'ringflow_notifications_total{project="default",service="voice",result="applied",instance="a"}';
const begun = `ringflow_calls_begun_total{${desk},direction="inbound",carrier="platform",instance="a"}`;
const ended = `ringflow_calls_ended_total{${desk},reason="normal",instance="a"}`;
const failed = `ringflow_calls_failed_total{${desk},instance="a"}`;
const command = (result: string) =>
  `ringflow_commands_total{project="default",kind="play",result="${result}",carrier="platform",instance="a"}`;

const recorded = (result: string, carrier: string) =>
  `ringflow_recordings_total{project="default",result="${result}",carrier="${carrier}",instance="a"}`;

/** A histogram in which every observation takes `seconds`, so many of them every 30 seconds from the start on. */
function histogram(
  name: string,
  { seconds, each, labels = '' }: { seconds: number; each: number; labels?: string },
) {
  const bounds = ['0.1', '0.5', '1', '2.5', '5', '10', '+Inf'];
  const isIn = (bound: string) => bound === '+Inf' || Number(bound) >= seconds;
  const samples = (isCounted: boolean) => `0+${isCounted ? each : 0}x20 ${isCounted ? 20 * each : 0}x80`;
  return Object.fromEntries([
    ...bounds.map((le) => [`${name}_bucket{le="${le}",instance="a"${labels}}`, samples(isIn(le))]),
    [`${name}_count{instance="a"${labels}}`, samples(true)],
  ]) as Record<string, string>;
}

export const ruleCases: RuleCase[] = [
  {
    name: 'a service that takes calls, with an odd failure and an odd guess of a stranger',
    series: {
      ...node,
      [taken]: '0+10x400',
      [refused]: '0x40 1x40 2x320',
      [begun]: '0+2x400',
      [ended]: '0+2x400',
      [failed]: '0x50 1x350',
      [command('done')]: '0+10x400',
      [command('failed')]: '0x60 1x340',
      'ringflow_notifications_total{project="default",service="voice",result="failed",instance="a"}':
        '0x70 1x330',
      'ringflow_store_failures_total{operation="commit",instance="a"}': '1x70 2x330',
      'ringflow_live_calls{instance="a"}': '3x400',
      'ringflow_spool_entries{instance="a"}': '0x400',
    },
    firing: { '10m': [], '25m': [], '35m': [], '1h30m': [], '3h': [] },
  },
  {
    name: 'a service without any traffic',
    series: { ...node, [begun]: '5x400', [failed]: '1x400', [refused]: '0x400', [taken]: '50x400' },
    firing: { '5m': [], '1h': [], '3h': [] },
  },
  {
    name: 'no node answers',
    series: { 'ringflow_outbox_calls{instance="a"}': '0x10 stale _x9 0x40' },
    firing: { '4m': [], '7m': ['RingflowGone'], '12m': [] },
  },
  {
    name: 'no node is connected to a carrier for a while, and another node is in the end',
    series: {
      ...node,
      'ringflow_carrier_connected{instance="a",project="default",carrier="desk"}': '1x10 0x20 0x40',
      'ringflow_carrier_connected{instance="b",project="default",carrier="desk"}': '1x10 0x20 1x40',
    },
    firing: { '4m': [], '8m': ['RingflowCarrierLost'], '20m': [] },
  },
  {
    name: 'a speech command fails for a while',
    series: {
      ...node,
      'ringflow_renderings_total{result="rendered",instance="a"}': '0+4x20 80x40 80+4x60',
      'ringflow_renderings_total{result="failed",instance="a"}': '0x20 0+1x40 40x60',
    },
    firing: { '9m': [], '15m': ['RingflowSpeechFails'], '45m': [] },
  },
  {
    name: 'one text in a hundred cannot be rendered',
    series: {
      ...node,
      'ringflow_renderings_total{result="rendered",instance="a"}': '0+99x120',
      'ringflow_renderings_total{result="failed",instance="a"}': '0+1x120',
    },
    firing: { '15m': [], '45m': [] },
  },
  {
    name: 'nobody may write to the folder of recordings for a while; one of another carrier fails',
    series: {
      ...node,
      [recorded('done', 'desk')]: '0+2x20 40x40 40+2x160',
      [recorded('failed', 'desk')]: '0x20 0+1x40 40x160',
      [recorded('done', 'branch')]: '0+2x220',
      [recorded('failed', 'branch')]: '0x20 1x200',
    },
    firing: { '9m': [], '15m': ['RingflowRecordingsFail'], '1h15m': [] },
  },
  {
    name: 'a node that is found by DNS disappears, and comes back',
    series: { ...node, 'ringflow_draining{instance="b"}': '0x20 stale _x29 0x40' },
    firing: { '9m': [], '13m': [], '17m': ['RingflowNodeGone'], '26m': [] },
  },
  {
    name: 'a node that is found by DNS disappears for good: the alert ends after an hour',
    series: { ...node, 'ringflow_draining{instance="b"}': '0x20 stale' },
    firing: { '30m': ['RingflowNodeGone'], '1h20m': [] },
  },
  {
    name: 'a node is stopped on purpose, as by an autoscaler',
    series: { ...node, 'ringflow_draining{instance="b"}': '0x20 1x1 stale' },
    firing: { '12m': [], '17m': [], '40m': [] },
  },
  {
    name: 'a node is replaced by one with another address',
    series: {
      ...node,
      'ringflow_draining{instance="b"}': '0x20 stale',
      'ringflow_draining{instance="c"}': '_x24 0x100',
    },
    firing: { '17m': [], '40m': [] },
  },
  {
    name: 'a node in a fixed list of targets does not answer, and comes back',
    series: {
      ...node,
      'up{job="ringflow",instance="a"}': '1x400',
      'up{job="ringflow",instance="b"}': '1x20 0x200 1x100',
      'ringflow_draining{job="ringflow",instance="b"}': '0x20 stale _x199 0x100',
    },
    firing: { '13m': [], '17m': ['RingflowNodeGone'], '1h40m': ['RingflowNodeGone'], '1h55m': [] },
  },
  {
    name: 'every notification is refused after a rotation of the token, until the platform has the new one',
    series: { ...node, [taken]: '0+10x20 200x40 200+10x60', [refused]: '0x20 0+1x40 40x60' },
    firing: { '10m': [], '20m': ['RingflowNotificationsRefused'], '45m': [] },
  },
  {
    name: 'strangers guess hook addresses of projects that do not exist',
    series: {
      ...node,
      'ringflow_hook_refused_total{project="other",code="not_found",instance="a"}': '0+20x100',
    },
    firing: { '20m': [], '45m': [] },
  },
  {
    name: 'one flow of two fails',
    series: {
      ...node,
      [ended]: '0+2x100',
      [failed]: '0x20 0+1x30 30x60',
      'ringflow_calls_ended_total{project="default",flow="shop",reason="normal",instance="a"}': '0+50x100',
      'ringflow_calls_failed_total{project="default",flow="shop",instance="a"}': '0x100',
    },
    firing: { '10m': [], '24m': ['RingflowCallsFail'], '45m': [] },
  },
  {
    name: 'many calls in half an hour, then none, then some again',
    series: { ...node, [begun]: '0+3x80 240x80 240+1x40' },
    firing: { '39m': [], '1h20m': ['RingflowCallsMissing'], '1h30m': [] },
  },
  {
    name: 'the store is away, and back with a node that applies nothing',
    series: {
      ...node,
      'ringflow_spool_entries{instance="a"}': '0x10 5x60 0x20',
      'ringflow_spool_oldest_age_seconds{instance="a"}': '0x10 0+30x60 0x20',
      'ringflow_live_calls{instance="a"}': `2x10 ${'NaN '.repeat(30)}2x50`,
    },
    firing: {
      '5m': [],
      '15m': ['RingflowStoreAway'],
      '30m': ['RingflowSpoolStuck', 'RingflowStoreAway'],
      '40m': [],
    },
  },
  {
    name: 'a spool fills up and is full',
    series: {
      ...node,
      'ringflow_spool_bytes{instance="a"}': '0x10 200000000x20 0x20',
      'ringflow_spool_full{instance="a"}': '0x20 1x10 0x20',
    },
    firing: {
      '5m': [],
      '8m': ['RingflowSpoolFilling'],
      '12m': ['RingflowSpoolFilling', 'RingflowSpoolFull'],
      '20m': [],
    },
  },
  {
    name: 'nothing can be stored for a while',
    series: {
      ...node,
      'ringflow_notifications_total{project="default",service="voice",result="failed",instance="a"}':
        '0x10 0+1x20 20x40',
      'ringflow_store_failures_total{operation="commit",instance="a"}': '0x10 0+2x20 40x40',
    },
    firing: { '5m': [], '12m': ['RingflowNotificationsFail', 'RingflowStoreFails'], '25m': [] },
  },
  {
    name: 'a carrier refuses commands of one project of two',
    series: {
      ...node,
      [command('done')]: '0+100x100',
      'ringflow_commands_total{project="shop",kind="play",result="failed",carrier="desk",instance="a"}':
        '0x10 0+2x40 80x60',
    },
    firing: { '5m': [], '20m': ['RingflowCommandsFail'], '45m': [] },
  },
  {
    name: 'reactions are slow',
    series: { ...node, ...histogram('ringflow_reaction_seconds', { seconds: 4, each: 5 }) },
    firing: { '2m': [], '9m': ['RingflowReactionSlow'], '25m': [] },
  },
  {
    name: 'a single slow reaction',
    series: { ...node, ...histogram('ringflow_reaction_seconds', { seconds: 4, each: 0.1 }) },
    firing: { '9m': [] },
  },
  {
    name: 'deadlines are missed',
    series: { ...node, ...histogram('ringflow_timer_lateness_seconds', { seconds: 4, each: 5 }) },
    firing: { '2m': [], '9m': ['RingflowTimersLate'], '25m': [] },
  },
  {
    name: 'the store is slow',
    series: {
      ...node,
      ...histogram('ringflow_store_seconds', { seconds: 0.8, each: 10, labels: ',operation="commit"' }),
    },
    firing: { '2m': [], '9m': ['RingflowStoreSlow'], '25m': [] },
  },
  {
    name: 'a command is under way for long',
    series: { ...node, 'ringflow_outbox_oldest_age_seconds{instance="a"}': '0+30x10 0x20' },
    firing: { '1m': [], '4m': ['RingflowOutboxOld'], '7m': [] },
  },
  {
    name: 'callers give up at a question',
    series: {
      ...node,
      [`ringflow_input_misses_total{${desk},step="main",kind="no_input",attempt="last",instance="a"}`]:
        '0+2x80 160x60',
      [`ringflow_step_visits_total{${desk},step="main",instance="a"}`]: '0+3x140',
    },
    firing: { '10m': [], '30m': ['RingflowQuestionsFail'], '65m': [] },
  },
  {
    name: 'call records are not taken',
    series: {
      ...node,
      'ringflow_cdr_failures_total{sink="web",instance="a"}': '0+1x80 80x60',
      'ringflow_cdrs_total{sink="web",instance="a"}': '5x80 5+10x60',
    },
    firing: { '10m': [], '30m': ['RingflowCdrsStuck'], '45m': [] },
  },
  {
    name: 'a canary is taken back',
    series: { ...node, 'ringflow_canaries_taken_back_total{instance="a"}': '0x10 1x100' },
    firing: { '4m': [], '7m': ['RingflowCanaryTakenBack'], '25m': [] },
  },
];

/** Looks a week back; one value every ten minutes. */
export const weeklyCase: RuleCase = {
  name: 'no calls on a Monday morning, where there were some a week ago; a silent night raises nothing',
  series: {
    'ringflow_outbox_calls{instance="a"}': '0x1050',
    'ringflow_draining{instance="a"}': '0x1050',
    // Ten hours of calls, then nothing for the rest of the week and beyond.
    [begun]: '0+10x60 600x988',
  },
  firing: { '14h': [], '170h': ['RingflowCallsMissing'] },
};
