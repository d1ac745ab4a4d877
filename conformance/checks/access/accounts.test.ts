import { contractOf } from '../../../openapi/contract/testing/documents';
import { subjectsOf } from '../../exchange/subject';
import { accountsApart } from './accounts';

const record = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name: { type: 'string' } } };
const json = { content: { 'application/json': { schema: record } } };

/** Whether its operations are asked as another account, where a document says this of accounts. */
async function isAsked(description: string): Promise<boolean> {
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Shelves', version: '1', description } },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    security: [{ key: [] }],
    paths: {
      '/shelves': { post: { requestBody: json, responses: { 201: { description: 'Made.', ...json } } } },
      '/shelves/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: { description: 'It.', ...json }, 404: { description: 'Not there.' } } },
      },
    },
  });
  return subjectsOf(contract).some((subject) => accountsApart.applies(subject));
}

test.each([
  [true, 'The shelves of other accounts are not found (404).'],
  [true, 'Every credential belongs to exactly one branch. What is kept for one branch does not exist for another.'],
  [true, 'A key belongs to a *library*. The shelves of another library answer 404.'],
  [true, 'All belongs to a *house*: the account of your key. A shelf of another house answers 404.'],
  [false, 'All belongs to a *house*: the building of your key. A shelf of another house answers 404.'],
  [true, 'Your data lives in a *house*. What another house has answers 404.'],
  [true, 'Records of another house do not exist as far as your key is concerned, and are answered `404`.'],
  [true, 'Keys see the records of their house and no others.'],
  // Of a branch nothing says who asks for it; what is there for all is nobody's.
  [false, 'What is kept for one branch does not exist for another.'],
  [false, 'Every credential belongs to exactly one branch. All branches see all shelves.'],
])('accounts are apart: %s, by "%s"', async (expected, description) => {
  expect(await isAsked(description)).toBe(expected);
});
