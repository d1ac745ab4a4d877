import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/**
 * Writes a file beside its place and then renames it, so that nobody ever sees half of it.
 *
 * @param content a text, or its pieces in their order
 */
export function writeWhole(path: string, content: string | Iterable<string>): void {
  const beside = `${path}.${process.pid}.part`;
  try {
    const file = openSync(beside, 'w');
    try {
      for (const piece of typeof content === 'string' ? [content] : content) writeAll(file, Buffer.from(piece));
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A system may take less than it is given at once. */
function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
