import type { Reply } from './connection';

/** A reply that is a list; an empty one where it is none. */
export const listIn = (reply: Reply | undefined): readonly Reply[] => (Array.isArray(reply) ? reply : []);

export const textsIn = (reply: Reply | undefined): readonly string[] => listIn(reply).map(String);

/** The fields of a hash with their values, as a command or a script has given them. */
export function hashIn(reply: Reply | undefined): ReadonlyMap<string, string> {
  if (typeof reply === 'object' && reply !== null && !Array.isArray(reply)) {
    return new Map(Object.entries(reply).map(([field, value]) => [field, String(value)]));
  }
  const texts = textsIn(reply);
  return new Map(texts.flatMap((text, place) => (place % 2 === 0 ? [[text, texts[place + 1] ?? '']] : [])));
}
