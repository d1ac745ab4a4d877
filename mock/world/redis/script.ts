import { hash } from 'node:crypto';

/** A step on the server, which nothing else comes between. It is sent once, and called by its digest from then on. */
export interface Script {
  readonly lua: string;
  /** SHA-1 of the source, by which EVALSHA calls it. */
  readonly digest: string;
}

/** @param lua its keys are in `KEYS`, and all of one world: further keys may be made up from them */
export const script = (lua: string): Script => ({ lua, digest: hash('sha1', lua) });
