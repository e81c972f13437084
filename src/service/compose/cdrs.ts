/** CDR delivery of a service. */
import { openCdrFile } from '../../adapters/cdr-file/index.ts';
import { openCdrWebhook } from '../../adapters/cdr-http/index.ts';
import { CdrFeed } from '../cdrs/index.ts';
import type { CdrFeedOptions } from '../cdrs/index.ts';
import type { Config } from '../config/config.ts';
import type { CdrSink, Clock } from '../../engine/ports/index.ts';

type FeedParts = Omit<CdrFeedOptions, 'sink' | 'maskDigits'>;

/** Creates a feed for each configured sink; none is started. */
export function openCdrFeeds({ cdrs }: Pick<Config, 'cdrs'>, parts: FeedParts): CdrFeed[] {
  if (cdrs === undefined) return [];
  const { maskDigits } = cdrs;
  return openSinks(cdrs, parts.clock).map((sink) => new CdrFeed({ ...parts, sink, maskDigits }));
}

function openSinks({ file, webhook }: NonNullable<Config['cdrs']>, clock: Clock): CdrSink[] {
  return [
    ...(file === undefined ? [] : [openCdrFile(file)]),
    ...(webhook === undefined ? [] : [openCdrWebhook({ ...webhook, clock })]),
  ];
}
