import { operationOf } from '../../testing/words';
import { refusableBodies } from './refusable';

const EMAIL = { type: 'string', format: 'email' };
const SCHEMA = { type: 'object', properties: { name: { type: 'string' }, tags: { type: 'object' }, email: EMAIL } };

/** What of a body is refused by words around, or beside the operation. */
function refused(around: string, { type = 'application/json', description = '' } = {}): readonly string[] {
  const plain = operationOf({ method: 'PATCH', description, around: [around] });
  const content = [{ type, schema: SCHEMA, examples: [] }];
  const operation = { ...plain, body: { content } } as unknown as typeof plain;
  const valid = { name: 'a', email: 'a@example.com' };
  return refusableBodies({ operations: [operation], resources: [] } as never, operation, SCHEMA, valid).map(
    ({ what }) => what,
  );
}

test('a format is looked at where words say that all of them are', () => {
  const against = 'email against its format';
  expect(refused('We check every body against its schema, patterns and formats included.')).toContain(against);
  expect(refused('Formats are checked.')).toContain(against);
  expect(refused('Formats are not checked.')).not.toContain(against);
  expect(refused('Bodies are JSON.')).not.toContain(against);
});

test('null in a patch removes a member, unless words refuse it for those that have to be there', () => {
  const patch = { type: 'application/merge-patch+json' };
  const nulls = (texts: readonly string[]) => texts.filter((one) => one.endsWith(' null'));
  expect(nulls(refused('', patch))).toEqual([]);
  const description = 'Null empties `tags`. `null` for any other member is refused by 422.';
  expect(nulls(refused('', { ...patch, description }))).toEqual(['name null', 'email null']);
});
