/** Caches a function's result per object. The objects must not change. */
export function memoize<Asked extends object, Answer>(
  answerTo: (asked: Asked) => Answer,
): (asked: Asked) => Answer {
  const known = new WeakMap<Asked, { answer: Answer }>();
  return (asked) => {
    const found = known.get(asked) ?? { answer: answerTo(asked) };
    known.set(asked, found);
    return found.answer;
  };
}
