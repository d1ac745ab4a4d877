import { pointerTo } from '../json/pointer';
import { isObject } from '../json/value';
import { CORRECT, type Draft, drop, type Place, replace, shown } from './draft';
import { type Inner, KINDS, type Kind, type Value } from './kinds';
import { LEFTOVERS } from './leftovers';
import { insteadOf, MEMBERS } from './members';
import { FORMS } from './values';

/**
 * Makes the fields of an object of a document what they should be, in place: each afterwards holds a value of its form, and
 * objects of its kind, or is gone. What those objects hold is not looked at.
 */
export function mend(draft: Draft, kind: Kind, place: Place): void {
  for (const leftover of LEFTOVERS[kind] ?? []) leftover(draft, place);
  for (const [name, field] of Object.entries(KINDS[kind])) {
    if (!Object.hasOwn(draft, name)) continue;
    if (typeof field === 'string') mendValue(draft, name, field, place);
    else mendInner(draft, name, field, place);
  }
}

function mendValue(draft: Draft, name: string, form: Value, place: Place): void {
  const value = draft[name];
  const { words, isFit, meant } = FORMS[form];
  if (isFit(value)) return;
  const problem = `expected ${words}, found ${shown(value)}.`;
  const instead = meant(value);
  if (instead === undefined) drop(draft, name, place, problem);
  else replace(draft, name, instead, place, problem);
}

function mendInner(draft: Draft, name: string, { holds, kind }: Inner, place: Place): void {
  if (holds === 'one') {
    mendMember(draft, name, kind, place);
    return;
  }
  const value = draft[name];
  // Looked at where it leads.
  if (isObject(value) && typeof value.$ref === 'string') return;
  if (holds === 'array' && isObject(value)) {
    draft[name] = [value];
    const problem = 'expected a list, found an object.';
    const remedy = 'It is read as a list of that one.';
    place.report({ pointer: pointerTo(place.pointer, name), problem, remedy, correction: CORRECT });
  } else if (holds === 'array' ? !Array.isArray(value) : !isObject(value)) {
    drop(draft, name, place, `expected ${holds === 'array' ? 'a list' : 'an object'}, found ${shown(value)}.`);
    return;
  }
  mendMembers(draft, name, kind, { ...place, pointer: pointerTo(place.pointer, name) });
}

/**
 * Makes the members of an array or of a map objects of a kind, in place.
 *
 * @param inside where the array or map stands
 */
export function mendMembers(draft: Draft, name: string, kind: Kind, inside: Place): void {
  // An array has its members under their places, as an object has them under their names.
  const members = draft[name] as Draft;
  for (const member of Object.keys(members)) {
    if (kind !== 'schema' && !Array.isArray(members) && member.startsWith('x-') && !isObject(members[member])) continue;
    mendMember(members, member, kind, inside);
  }
}

function mendMember(owner: Draft, name: string, kind: Kind, place: Place): void {
  const value = owner[name];
  if (isObject(value) || kind === 'extension') return;
  if (kind === 'schema' && typeof value === 'boolean') return;
  const problem = `expected ${MEMBERS[kind] ?? 'an object'}, found ${shown(value)}.`;
  const instead = insteadOf(kind, value, Array.isArray(owner));
  if (instead === undefined) {
    drop(owner, name, place, problem);
    return;
  }
  owner[name] = instead.value;
  place.report({ pointer: pointerTo(place.pointer, name), problem, remedy: instead.remedy, correction: CORRECT });
}
