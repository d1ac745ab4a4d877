/**
 * A function that works out its result when it is first called, and gives the same one from then on. A promise that is
 * rejected is forgotten: the next call tries again.
 */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    if (made !== undefined) return made;
    const value = make();
    made = value;
    if (value instanceof Promise) {
      value.catch(() => {
        made = undefined;
      });
    }
    return value;
  };
}
