import { createHash } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { bytesUpTo, filePieces, MAX_RECORDS_BYTES } from '../../openapi/contract';

/**
 * How often each file's status is asked for, in milliseconds. It costs next to nothing, and holds where events of the
 * system do not: for a file that is replaced, a folder that goes and comes back, a volume of another machine.
 */
const POLL_MS = 200;
/** A file is read again when nothing has changed for so long. */
const SETTLE_MS = 100;
/** A file that is empty or can't be read is looked at again after so long, since its status may stay as it is. */
const AGAIN_MS = 1000;
/** A file that is emptied or taken away may be written anew for so long before that counts as the edit. */
const PATIENCE_MS = 2000;

interface WatchOptions {
  /** Absolute paths of all files that are read; asked for again after each change. */
  files(): Promise<readonly string[]>;
  /** What the files were when they were read for the first time. */
  readonly atStart: Snapshot;
  /** Called with the files that have changed, once they are written to their end; the next call waits for this one. */
  reload(changed: readonly string[]): Promise<void>;
}

/** Watches files by what stands in them, until it is stopped: one that is touched, or replaced by the same, has not changed. */
export function watchFiles({ files, atStart, reload }: WatchOptions): () => void {
  let seen = atStart;
  let watched: readonly string[] = [];
  let isStopped = false;
  let isBusy = false;
  let isAskedAgain = false;
  let isAgainDue = false;

  const look = async (): Promise<void> => {
    isAskedAgain = true;
    if (isBusy) return;
    isBusy = true;
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false;
      const now = await settled(files);
      const changed = changedBetween(seen, now);
      seen = now;
      // Before they are read: what changes from here on is seen as another change.
      if (!isStopped) follow([...now.keys()]);
      if (changed.length > 0 && !isStopped) await reload(changed);
    }
    isBusy = false;
    if (!isWhole(seen)) void lookAgain();
  };
  const lookAgain = async (): Promise<void> => {
    if (isAgainDue) return;
    isAgainDue = true;
    await setTimeout(AGAIN_MS, undefined, { ref: false });
    isAgainDue = false;
    if (!isStopped) await look();
  };
  const onChange = (): void => void look();

  const follow = (wanted: readonly string[]): void => {
    for (const file of watched) if (!wanted.includes(file)) unwatchFile(file, onChange);
    for (const file of wanted)
      if (!watched.includes(file)) watchFile(file, { interval: POLL_MS, persistent: false }, onChange);
    watched = wanted;
  };

  follow([...atStart.keys()]);
  // Something may have changed before they were followed.
  void look();
  return () => {
    isStopped = true;
    follow([]);
  };
}

/** The files once they are written to their end. */
async function settled(files: () => Promise<readonly string[]>): Promise<Snapshot> {
  let before = await snapshotOf(await files());
  for (let waited = SETTLE_MS; ; waited += SETTLE_MS) {
    await setTimeout(SETTLE_MS, undefined, { ref: false });
    const now = await snapshotOf(await files());
    if (changedBetween(before, now).length === 0 && (isWhole(now) || waited >= PATIENCE_MS)) return now;
    before = now;
  }
}

/** What stands in some files at one time: a digest for each path. */
type Snapshot = ReadonlyMap<string, string>;

/** In place of the digest of a file that is empty or can't be read: it may be about to be written. */
const NOTHING = '';

export async function snapshotOf(files: readonly string[]): Promise<Snapshot> {
  const digests = files.map(async (file): Promise<[string, string]> => [file, await digestOf(file)]);
  return new Map(await Promise.all(digests));
}

/** The files that are not the same in both. */
const changedBetween = (before: Snapshot, after: Snapshot): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));

const isWhole = (snapshot: Snapshot): boolean => ![...snapshot.values()].includes(NOTHING);

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  let isEmpty = true;
  try {
    for await (const piece of filePieces(file, bytesUpTo(MAX_RECORDS_BYTES))) {
      hash.update(piece);
      isEmpty = false;
    }
  } catch {
    return NOTHING;
  }
  return isEmpty ? NOTHING : hash.digest('hex');
}
