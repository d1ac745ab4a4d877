import type { Asked, Behaviour, Reply, World } from './behaviour';
import { on } from './on';

/** How often something of this name has happened at a server, this time included. */
export function countOf({ counts }: World, name: string): number {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count;
}

/** Changes every nth of the replies that `on` selects. */
export const everyNth = (
  nth: number,
  which: Parameters<typeof on>[0],
  change: (reply: Reply, asked: Asked) => Partial<Reply>,
): Behaviour => ({
  rewrite: on(which, (reply, asked) => (countOf(asked.world, 'selected') % nth === 0 ? change(reply, asked) : reply)),
});
