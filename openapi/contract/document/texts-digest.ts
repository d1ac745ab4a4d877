import { createHash, hash } from 'node:crypto';
import { posix } from 'node:path';
import type { Source } from '../model/contract';

/** Tells whether two documents are the same, with all that their references lead to. */
interface TextsDigest {
  /** @param url where a reference has led, without the part behind `#` */
  add(url: string, text: string): void;
  /** The document's own where nothing was added. */
  sha256(): string;
}

/**
 * The same files in another folder, or on another machine, have the same digest, in whatever order they were read.
 *
 * @param base what references of the document are relative to: a URL
 */
export function createTextsDigest({ sha256 }: Pick<Source, 'sha256'>, base: string): TextsDigest {
  const digests = new Map<string, string>();
  return {
    add(url, text) {
      digests.set(placeFrom(base, url), hash('sha256', text));
    },
    sha256() {
      if (digests.size === 0) return sha256;
      const sum = createHash('sha256').update(sha256);
      for (const [place, digest] of [...digests].sort()) sum.update(`\n${digest} ${place}`);
      return sum.digest('hex');
    },
  };
}

/** A URL as it is written beside another one; whole where they have no origin in common. */
function placeFrom(base: string, url: string): string {
  if (!URL.canParse(url)) return url;
  const [home, target] = [new URL(base), new URL(url)];
  if (home.protocol !== target.protocol || home.host !== target.host) return url;
  return posix.relative(posix.dirname(home.pathname), target.pathname) + target.search;
}
