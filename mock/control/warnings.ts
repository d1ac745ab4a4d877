/** What is wrong at present with something other than a request, such as a watched file: a sentence from each source. */
export interface Warnings {
  /** Puts a sentence in place of the source's last one; undefined where all is well again. */
  set(source: string, sentence: string | undefined): void;
  list(): readonly string[];
}

export function createWarnings(): Warnings {
  const bySource = new Map<string, string>();
  return {
    set(source, sentence) {
      if (sentence === undefined) bySource.delete(source);
      else bySource.set(source, sentence);
    },
    list: () => [...bySource.values()],
  };
}
