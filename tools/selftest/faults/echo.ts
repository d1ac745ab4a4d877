import type { Behaviour } from '../server/behaviour';
import type { Fault } from '../server/cases';
import type { NewAnimal } from '../server/model';
import { show } from '../server/records';
import { clause } from './clauses';

const kept = (change: (sent: NewAnimal) => Partial<NewAnimal>): Behaviour => ({
  adjust: (sent) => ({ ...sent, ...change(sent) }),
});

const named = (change: (name: string) => string): Behaviour => kept(({ name }) => ({ name: change(name) }));

const escapes: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
};

const cases: readonly (readonly [name: string, behaviour: Behaviour])[] = [
  ['names are trimmed', named((name) => name.trim())],
  ['names lose the space at their end', named((name) => name.trimEnd())],
  ['space inside names collapses', named((name) => name.replace(/\s+/g, ' '))],
  ['names in lower case', named((name) => name.toLowerCase())],
  ['names in upper case', named((name) => name.toUpperCase())],
  ['names begin with a capital', named((name) => name.charAt(0).toUpperCase() + name.slice(1))],
  ['names are normalised to NFC', named((name) => name.normalize('NFC'))],
  ['names are normalised to NFKC', named((name) => name.normalize('NFKC'))],
  ['names are normalised to NFD', named((name) => name.normalize('NFD'))],
  ['names lose their accents', named((name) => name.normalize('NFD').replace(/\p{Mn}/gu, ''))],
  [
    'names are escaped for HTML',
    named((name) => name.replace(/[<>&"']/g, (character) => escapes[character] ?? character)),
  ],
  ['names lose their tags', named((name) => name.replace(/<[^>]*>/g, ''))],
  ['names are cut at 255 characters', named((name) => name.slice(0, 255))],
  ['names are cut at 4,096 characters', named((name) => name.slice(0, 4_096))],
  ['names end at a NUL', named((name) => name.split('\0')[0] ?? '')],
  ['names lose their control characters', named((name) => name.replace(/\p{Cc}/gu, ''))],
  ['names lose what is beyond the first plane', named((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, ''))],
  ['emoji become question marks', named((name) => name.replace(/\p{Emoji_Presentation}/gu, '?'))],
  ['names lose what joins emoji and turns the direction', named((name) => name.replace(/\p{Cf}/gu, ''))],
  ['what is beyond Latin-1 is cut to a byte', named((name) => Buffer.from(name, 'latin1').toString('latin1'))],
  ['names in UTF-8 are read as Latin-1', named((name) => Buffer.from(name).toString('latin1'))],
  ['apostrophes are doubled', named((name) => name.replaceAll("'", "''"))],
  ['quotes get a backslash', named((name) => name.replace(/["']/g, '\\$&'))],
  ['backslashes are dropped', named((name) => name.replaceAll('\\', ''))],
  ['line ends become spaces', named((name) => name.replace(/[\r\n]+/g, ' '))],
  ['an empty name becomes Unnamed', named((name) => name || 'Unnamed')],
  ['the name null becomes empty', named((name) => (name === 'null' ? '' : name))],
  ['the name __proto__ is lost', named((name) => (name === '__proto__' ? '[object Object]' : name))],
  [
    'the name null becomes null',
    {
      show: (animal) => (animal.name === 'null' ? { ...show(animal), name: null } : show(animal)),
    },
  ],
  ['the status is dropped', kept(() => ({ status: undefined }))],
  ['the status is always available', kept(() => ({ status: 'available' }))],
  ['the default stands over a status that was sent', kept(({ status }) => ({ status: status && 'pending' }))],
  ['sold is kept as pending', kept(({ status }) => ({ status: status === 'sold' ? 'pending' : status }))],
  ['the category is always one', kept(() => ({ categoryId: 1n }))],
  ['a category of zero becomes one', kept(({ categoryId }) => ({ categoryId: categoryId === 0n ? 1n : categoryId }))],
  ['a category of -1 becomes zero', kept(({ categoryId }) => ({ categoryId: categoryId === -1n ? 0n : categoryId }))],
  ['the last digit of a category is lost', kept(({ categoryId }) => ({ categoryId: categoryId / 10n }))],
  ['categories are one less', kept(({ categoryId }) => ({ categoryId: categoryId - 1n }))],
  [
    'the echo is of the record before',
    {
      show: (animal, { operation, world }) =>
        show(operation === 'create' ? { ...(world.animals.at(-2) ?? animal), id: animal.id } : animal),
    },
  ],
];

/** Records that are not what was sent. */
export const echo: readonly Fault[] = cases.map(([name, behaviour]) => ({
  name,
  breaks: clause.created,
  caughtBy: ['created.echoed', 'created.readable', 'sequence.model'],
  behaviour,
}));
