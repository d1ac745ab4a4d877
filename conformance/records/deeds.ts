import type { Operation } from '../../openapi/contract';

/**
 * What an action does to its record, as far as the words of its path or id say: it brings it into a state that other actions need,
 * takes it out of that again, or leaves it in one in which little else can be done to it.
 */
export type Deed = 'begins' | 'undoes' | 'ends';

export function deedOf({ id, path }: Pick<Operation, 'id' | 'path'>): Deed | undefined {
  const texts = [path.slice(path.lastIndexOf('/')), id].map(
    (text) => text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').match(/\p{L}+/gu) ?? [],
  );
  // What does more to what was begun says so first: `extendLock`.
  const words = (deed: Deed): readonly string[] => texts.flatMap((all) => (deed === 'begins' ? all.slice(0, 1) : all));
  return DEEDS.find(([deed, form]) => words(deed).some((word) => form.test(word)))?.[0];
}

const DEEDS: readonly (readonly [Deed, RegExp])[] = [
  [
    'ends',
    /^(?:abort|archiv|cancel|clos|complet|deactivat|delet|destroy|end$|expir|finish|reject|remov|resolv|revok|stop|suspend|terminat)/i,
  ],
  ['undoes', /^(?:disabl|fail|releas|un(?:assign|claim|lock|pause|reserv)|withdraw)/i],
  ['begins', /^(?:acquir|activat|begin|claim|enabl|lock$|open|reserv|start)/i],
];

export const isWrite = ({ method }: Pick<Operation, 'method'>): boolean => !SAFE.includes(method);

const SAFE: readonly Operation['method'][] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
