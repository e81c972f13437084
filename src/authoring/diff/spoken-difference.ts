/** Two texts without the sentences that both begin or end with; `…` stands where some were left out. */
export function spokenDifference(before: string, after: string): [was: string, now: string] {
  const [was, now] = withoutMarks(sentencesIn, before, after);
  const start = sharedStart(was, now);
  const end = sharedStart(was.slice(start).toReversed(), now.slice(start).toReversed());
  return [abridged(was, start, end), abridged(now, start, end)];
}

/** SSML by its words, where those differ. */
function withoutMarks<Text>(read: (text: string) => Text, before: string, after: string): [Text, Text] {
  const [was, now] = [wordsOf(before), wordsOf(after)];
  return was === now ? [read(before), read(after)] : [read(was), read(now)];
}

function wordsOf(text: string): string {
  if (!text.includes('<speak')) return text;
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function sentencesIn(text: string): string[] {
  return text.trim().split(/(?<=[.!?])\s+/);
}

function sharedStart(some: readonly string[], others: readonly string[]): number {
  const different = some.findIndex((one, index) => one !== others[index]);
  return different === -1 ? some.length : different;
}

function abridged(sentences: readonly string[], start: number, end: number): string {
  const kept = sentences.slice(start, sentences.length - end);
  if (kept.length === 0) return '';
  return [...(start > 0 ? ['…'] : []), ...kept, ...(end > 0 ? ['…'] : [])].join(' ');
}
