import { BEHAVIOUR_IDS, OPTIONS_OF } from '../behaviours/options';
import { isIn, SOURCES } from './testing/sources';
import { wordsOfTheApi } from './testing/words';

/** The self-test has a server of its own, written by hand for the shipped document; the build makes types of the document. */
const engine = SOURCES.filter(({ path }) => !isIn('tools/selftest', path) && path !== 'openapi/types/animal-store.ts');

const filesWith = (pattern: RegExp): readonly string[] =>
  engine.filter(({ text }) => pattern.test(withoutShippedNames(text))).map(({ path }) => path);

describe('the document is the single source', () => {
  test('there are words to look for', () => {
    expect(wordsOfTheApi()).toEqual(expect.arrayContaining(['pets', 'categoryId', 'available', 'listPets', 'Free']));
  });

  test.each(wordsOfTheApi())('no code has the word "%s" of the API', (word) => {
    const found = filesWith(new RegExp(`(?<![\\w-])${word}(?![\\w-])`));
    expect(found.map((path) => `${path} has "${word}": ask the Contract for it, or say it in another word`)).toEqual(
      [],
    );
  });

  test('no code has its words in another case or number', () => {
    const found = filesWith(/\bpets?\b|\bcategor(y|ies)\b|\banimals?\b/i);
    expect(found.map((path) => `${path} speaks of the animals, pets or categories of the API`)).toEqual([]);
  });
});

/** The files that come with the project are called by name where they are the default, and the project has a name. */
function withoutShippedNames(text: string): string {
  return text.replaceAll(/animal-store[\w-]*|animals\.json|the (shipped )?animals|Animal Store/g, '');
}

test('no module of the mock names an unspecified behaviour or an option but its own', () => {
  // Words without a point or a hyphen mean other things, too, such as a header.
  const ids = BEHAVIOUR_IDS.filter((id) => id.includes('.'));
  const options = Object.values(OPTIONS_OF)
    .flat()
    .filter((option) => option.includes('-'));
  const words = [...ids, ...options].map((word) => `'${word}'`);
  const found = SOURCES.filter(({ path }) => isIn('mock', path) && !isIn('mock/behaviours', path)).flatMap(
    ({ path, text }) => words.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`),
  );
  expect(found).toEqual([]);
});
