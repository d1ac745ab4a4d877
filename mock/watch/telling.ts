import { relative } from 'node:path';
import { messageOf } from '../../openapi/program/failure';
import type { Adopted } from './adopt';

/** The line about an edit that is served from now on. */
export function readAgain(changed: readonly string[], { setAside, back, faults, withoutRoom }: Adopted): string {
  const [first] = setAside;
  const sentences = [
    `Read again: ${namesOf(changed)}.`,
    first === undefined
      ? ''
      : `Set aside, since it does not allow them: ${counted(setAside.length, 'record')}; the first: ${first}`,
    back === 0 ? '' : `Back, since it allows them again: ${counted(back, 'record')}.`,
    faults === 0 ? '' : `Switched off, since they name what there is not any more: ${counted(faults, 'fault')}.`,
    withoutRoom === 0 ? '' : `There is no room for ${counted(withoutRoom, 'record')} of the fixtures.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** The line about an edit that can't be used. */
export function notUsed(error: unknown): string {
  const message = (messageOf(error) ?? '').replace(/^error: /, '');
  return `Not used: ${message} Until then what was read before goes on being served.`;
}

/** Files as a user would name them: those below the working folder by their path from there. */
export function namesOf(files: readonly string[]): string {
  const names = files.map((file) => {
    const path = relative(process.cwd(), file);
    return path.startsWith('..') ? file : path;
  });
  return names.join(', ');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
