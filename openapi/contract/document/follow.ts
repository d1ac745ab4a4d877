import { groupedBy, isObject, type JsonObject, own, pointerTo, pointerTokens } from '../json/value';
import type { ReportFault } from '../model/problem';
import type { Draft } from '../repair/draft';
import type { Kind } from '../repair/kinds';
import { repair, repairMembers, substituteOf } from '../repair/repair';
import type { FileReference, ReferencedFiles } from './referenced-files';
import {
  type Home,
  isFit,
  isReferring,
  joined,
  missing,
  type Nowhere,
  nowhere,
  type Slot,
  slotsIn,
  Unread,
} from './slots';

type Resolved =
  | { readonly is: 'found'; readonly value: unknown; readonly home: Home }
  | { readonly is: 'unread'; readonly reference: FileReference }
  | ({ readonly is: 'nowhere' } & Nowhere);

interface Following {
  /** The URL of the document. */
  readonly base: string;
  readonly files: ReferencedFiles;
  readonly report: (file: string) => ReportFault;
  /** Whether what is wrong with the parts of the document is looked for and put right. */
  readonly repairs: boolean;
}

/** Follows references in place, wherever OpenAPI has some: not those that examples and unknown extensions hold. */
export async function followReferences(
  document: Draft,
  { base, files: others, report, repairs }: Following,
): Promise<void> {
  const files = new Map<string, unknown>([[base, document]]);
  const unreadable = new Map<string, Nowhere>();
  const opened = new Map<string, Set<object>>();
  const homes = new WeakMap<object, Home>();
  const targets = new Map<object, Resolved>();
  const following = new Set<object>();
  const waiting: { readonly reference: FileReference; readonly slot: Slot }[] = [];
  const slots: Slot[] = [];

  const isFirst = (kind: string, object: object): boolean => {
    const seen = opened.get(kind) ?? new Set();
    opened.set(kind, seen);
    return !seen.has(object) && seen.add(object).has(object);
  };

  /** What a reference leads to, beyond others that stand there. */
  const targetOf = (referring: Draft, kind: Slot['kind'], at: Home): Resolved => {
    const known = targets.get(referring);
    if (known !== undefined) return known;
    if (following.has(referring))
      return nowhere(referring.$ref, 'leads back to itself', 'Let it refer to another place.');
    following.add(referring);
    try {
      const target = withSiblings(referring, find(String(referring.$ref), at, kind), kind, at);
      if (target.is !== 'unread') targets.set(referring, target);
      return target;
    } finally {
      following.delete(referring);
    }
  };

  /** What a reference names. */
  const find = (reference: string, at: Home, kind: Slot['kind']): Resolved => {
    const [path = '', ...rest] = reference.split('#');
    const url = path === '' ? at.file : URL.canParse(path, at.file) ? new URL(path, at.file).href : undefined;
    if (url === undefined) return nowhere(reference, 'is no URL and no path');
    const why = unreadable.get(url);
    if (why !== undefined) return { is: 'nowhere', ...why };
    if (!files.has(url))
      return { is: 'unread', reference: { url, reference: path, file: at.file, pointer: at.pointer } };
    return descend(reference, { file: url, pointer: '' }, decoded(rest.join('#')), kind);
  };

  const descend = (reference: string, root: Home, fragment: string, kind: Slot['kind']): Resolved => {
    if (fragment !== '' && !fragment.startsWith('/')) return missing(reference, fragment);
    let value = files.get(root.file);
    let home = root;
    for (const token of [...pointerTokens(fragment), undefined]) {
      if (isReferring(value)) {
        const target = targetOf(value, token === undefined ? kind : 'extension', home);
        if (target.is !== 'found') return target;
        ({ value, home } = target);
      } else if (typeof value === 'object' && value !== null) home = homes.get(value) ?? home;
      if (token === undefined) break;
      const member = typeof value === 'object' && value !== null ? own(value as JsonObject, token) : undefined;
      if (member === undefined) return missing(reference, token);
      value = member;
      home = { file: home.file, pointer: pointerTo(home.pointer, token) };
    }
    return { is: 'found', value, home };
  };

  /** A target with what stands beside the reference, where that is something. */
  const withSiblings = (referring: Draft, target: Resolved, kind: Slot['kind'], at: Home): Resolved => {
    const { $ref, ...siblings } = referring;
    if (target.is !== 'found' || Object.keys(siblings).length === 0 || kind === 'example value') return target;
    if (!isObject(target.value)) return target;
    // A draft of ours, of which all is put right before it is copied.
    const copied = target.value as Draft;
    open(copied, kind, target.home);
    const value = joined(copied, siblings, kind);
    if (isFirst(kind, value)) {
      if (repairs) repair(value, kind, { pointer: at.pointer, report: report(at.file) });
      for (const slot of slotsIn(value, kind, at)) {
        const isOwn = Object.hasOwn(siblings, slot.name) || slot.owner !== value;
        slots.push(
          isOwn ? slot : { ...slot, file: target.home.file, pointer: pointerTo(target.home.pointer, slot.name) },
        );
      }
    }
    return { is: 'found', value, home: at };
  };

  /** Puts an object right, once, and has what it holds looked at. */
  const open = (draft: Draft, kind: Kind, home: Home): void => {
    if (!isFirst(kind, draft)) return;
    if (repairs) repair(draft, kind, { pointer: home.pointer, report: report(home.file) });
    slots.push(...slotsIn(draft, kind, home).toReversed());
  };

  /** Has the members of an array or of a map looked at. */
  const openSeveral = ({ owner, name, kind }: Slot, { file, pointer }: Home): void => {
    const value = owner[name];
    if (typeof value !== 'object' || value === null || !isFirst(`several: ${kind}`, value)) return;
    // An array has its members under their places, as an object has them under their names.
    const several = value as Draft;
    const members = Object.keys(several).map((member) => ({
      owner: several,
      name: member,
      kind,
      file,
      pointer: pointerTo(pointer, member),
    }));
    slots.push(...members.toReversed());
  };

  const look = (slot: Slot): void => {
    const { owner, name, kind, file, pointer } = slot;
    const value = owner[name];
    if (!isReferring(value)) {
      if (slot.isSeveral) {
        openSeveral(slot, slot);
        return;
      }
      if (kind === 'extension' && Array.isArray(value)) open(value as unknown as Draft, kind, slot);
      // A draft of ours.
      else if (isObject(value) && kind !== 'example value') open(value as Draft, kind, slot);
      return;
    }
    const target = targetOf(value, kind, slot);
    if (target.is === 'unread') {
      waiting.push({ reference: target.reference, slot });
      return;
    }
    if (kind === 'example value') {
      if (target.is === 'found') owner[name] = exampleIn(target.value);
      return;
    }
    const isFound = target.is === 'found' && isFit(target.value, slot);
    if (isFound) {
      owner[name] = target.value;
      if (slot.isSeveral) {
        if (repairs)
          repairMembers(owner, name, kind as Kind, { pointer: target.home.pointer, report: report(target.home.file) });
        openSeveral(slot, target.home);
        return;
      }
      if (typeof target.value !== 'object' || target.value === null) return;
      homes.set(target.value, target.home);
      // A draft of ours.
      open(target.value as Draft, kind, target.home);
      return;
    }
    const instead = slot.isSeveral ? undefined : substituteOf(kind, undefined, Array.isArray(owner));
    if (instead === undefined) Reflect.deleteProperty(owner, name);
    else owner[name] = instead.value;
    const why: Nowhere = target.is === 'nowhere' ? target : nowhere(value.$ref, `leads to what is no ${kind}`);
    report(file)({
      ...(why.file === undefined ? { pointer: `${pointer}/$ref` } : { pointer: '', file: why.file }),
      problem: why.problem,
      remedy: instead?.remedy ?? 'It is left out.',
      correction: why.correction,
    });
  };

  open(document, 'document', { file: base, pointer: '' });
  do {
    for (let slot = slots.pop(); slot !== undefined; slot = slots.pop()) look(slot);
    const parked = [...groupedBy(waiting.splice(0), ({ reference }) => reference.url).values()];
    if (parked.length === 0) break;
    const firsts = parked.flatMap(([first]) => first?.reference ?? []);
    for (const [url, value] of await others.read(firsts)) {
      if (value instanceof Unread) unreadable.set(url, value.why);
      else files.set(url, value);
    }
    slots.push(
      ...parked
        .flat()
        .map(({ slot }) => slot)
        .toReversed(),
    );
  } while (slots.length > 0);
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The value of an example that a reference leads to, which may be an Example Object. */
const exampleIn = (value: unknown): unknown =>
  isObject(value) && Object.hasOwn(value, 'value') && Object.keys(value).every((name) => OF_EXAMPLE.has(name))
    ? value.value
    : value;

const OF_EXAMPLE: ReadonlySet<string> = new Set(['value', 'summary', 'description']);
