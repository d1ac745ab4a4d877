import { appendFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** A file of more bytes is read one record at a time. */
const AT_ONCE = 2 ** 20;

export const isLarge = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.size > AT_ONCE,
    () => false,
  );

export const absolute = (file: string): string => resolve(file);

/** Names a file of choices, for mocks in programs, too: so that tests which start one can be examined. */
export const CHOICES_VARIABLE = 'ANIMAL_STORE_CHOICES';
/** Names a file to which each mock adds a line that has read the other. */
export const MARK_VARIABLE = 'ANIMAL_STORE_CHOICES_READ';

/** A variable that is set to nothing is not set. */
export const fileByVariable = (): string | undefined => process.env[CHOICES_VARIABLE] || undefined;

export function markAsRead(): void {
  const mark = process.env[MARK_VARIABLE] || undefined;
  if (mark !== undefined) appendFileSync(mark, '.\n');
}
