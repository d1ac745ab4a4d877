import { createHash } from 'node:crypto';
import { type Asked, Refused } from '../../reach/application';
import type { Does, Stored, World } from './world';

/** The entity tag of a record: another one after each change. */
export function tagOf(world: World, record: Stored, does: Does): string {
  const { versions, count } = world;
  const id = String(record.id);
  const version = does('each reply has another tag') ? count() : (versions.get(id) ?? 1);
  const isOfContent = does('entity tags are made of the content');
  const tag = isOfContent
    ? createHash('sha256').update(JSON.stringify(record)).digest('base64url')
    : `${id}.${version}`;
  return does('entity tags are weak') ? `W/"${tag}"` : `"${tag}"`;
}

export function noteChange({ versions, changedAt }: World, { id }: Stored): void {
  versions.set(String(id), (versions.get(String(id)) ?? 1) + 1);
  changedAt.set(String(id), performance.now());
}

/** Whether a record had a tag just before: so a server sees it that looks first, and writes later. */
function hadJustBefore(list: string, { id }: Stored, { versions, changedAt }: World): boolean {
  const since = performance.now() - (changedAt.get(String(id)) ?? Number.NEGATIVE_INFINITY);
  return since < LOOKING_MS && list === `"${id}.${(versions.get(String(id)) ?? 1) - 1}"`;
}

const LOOKING_MS = 10;

/** Whether a list of entity tags has one (RFC 9110 §13.1); a weak one counts where only reading depends on it. */
function hasTag(list: string, tag: string, isWeak: boolean, does: Does): boolean {
  const isOne = does('a list of tags is taken for one');
  const tags = isOne ? [list] : list.split(',').map((one) => one.trim());
  const plain = (one: string): string => (isWeak ? one.replace(/^W\//, '') : one);
  if (tags.includes('*')) return !does('the star is no tag');
  return tags.some((one) => plain(one) === plain(tag));
}

/** Whether a client has what is there. */
export function isCurrent(list: string, tag: string, does: Does): boolean {
  if (does('If-None-Match is not looked at')) return false;
  if (does('any If-None-Match is answered with 304')) return true;
  return hasTag(list, tag, !does('a weak tag is another one than the strong'), does);
}

/** @throws Refused where a change is to be made to another state of the record only (RFC 9110 §13.1.1) */
export function expectTag({ headers }: Asked, record: Stored, world: World, does: Does, change: string): void {
  const list = headers['if-match'];
  if (list === undefined || does(`If-Match is not looked at by a ${change}`)) return;
  const tag = tagOf(world, record, does);
  const isRight = hasTag(list, tag, does('a weak tag may be changed by'), does) && !does('the right tag is refused');
  if (isRight || (does('the tag is looked at before others have written') && hadJustBefore(list, record, world)))
    return;
  throw new Refused(does('another tag is refused with a 409') ? 409 : 412, 'The record has another entity tag.');
}
