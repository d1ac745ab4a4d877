import { loadContract, SHIPPED_DOCUMENT } from '../openapi/contract';
import { contractOf, type Edits, shippedWith } from '../openapi/contract/testing/documents';
import { accessOf } from './control/access';
import { welcome } from './welcome';

const LOOPBACK = accessOf({ admin: true, adminToken: undefined, host: '127.0.0.1' });
const ORIGIN = 'http://127.0.0.1:4010';

/** What is said under an edited contract, line by line. */
async function linesWith(edits: Edits): Promise<readonly string[]> {
  return welcome(
    { contract: await contractOf(shippedWith(edits)), demoKey: 'demo-free', access: LOOPBACK },
    ORIGIN,
  ).split('\n');
}

const POST = '/paths/~1pets/post/requestBody/content/application~1json/examples';

describe('the welcome', () => {
  it('names the API and its address, and gives commands to try with the demo key', async () => {
    expect(
      welcome({ contract: await loadContract(SHIPPED_DOCUMENT), demoKey: 'demo-free', access: LOOPBACK }, ORIGIN),
    ).toBe(
      [
        'Animal Store API 1.0.0, mocked at http://127.0.0.1:4010/v1',
        'Try:',
        '  curl -H "Authorization: Bearer demo-free" http://127.0.0.1:4010/v1/pets',
        '  curl -H "Authorization: Bearer demo-free" -H "Content-Type: application/json"' +
          ' -d \'{"name":"Biscuit","categoryId":1,"status":"available"}\' http://127.0.0.1:4010/v1/pets',
        'Contract: http://127.0.0.1:4010/openapi.json, to read and try: http://127.0.0.1:4010/docs',
        'Console: http://127.0.0.1:4010/__admin/',
        'Stop with Ctrl+C.',
      ].join('\n'),
    );
  });

  it.each([
    [{ admin: true, adminToken: undefined, host: 'localhost' }, 'Console: http://127.0.0.1:4010/__admin/'],
    [
      { admin: true, adminToken: 'secret', host: '0.0.0.0' },
      'Console: http://127.0.0.1:4010/__admin/, with the admin token',
    ],
    [
      { admin: true, adminToken: 'secret', host: '127.0.0.1' },
      'Console: http://127.0.0.1:4010/__admin/, with the admin token',
    ],
    [
      { admin: true, adminToken: undefined, host: '0.0.0.0' },
      'Control plane: off, since 0.0.0.0 can be reached from other machines, and there is no --admin-token.',
    ],
    [{ admin: false, adminToken: undefined, host: '127.0.0.1' }, undefined],
    [{ admin: false, adminToken: 'secret', host: '0.0.0.0' }, undefined],
  ])('says of the control plane with %j: %s', async (options, line) => {
    const text = welcome(
      { contract: await loadContract(SHIPPED_DOCUMENT), demoKey: undefined, access: accessOf(options) },
      ORIGIN,
    );
    const lines = text.split('\n').filter((said) => /__admin|Control plane/.test(said));
    expect(lines).toEqual(line === undefined ? [] : [line]);
    expect(text).not.toContain('secret');
  });

  it('leaves the key to the reader where the keys are not the demo ones', async () => {
    const text = welcome(
      { contract: await loadContract(SHIPPED_DOCUMENT), demoKey: undefined, access: LOOPBACK },
      ORIGIN,
    );
    expect(text).toContain('curl -H "Authorization: Bearer $API_KEY" http');
    expect(text).not.toContain('demo');
  });

  it('sends the key as the contract asks for it', async () => {
    const scheme = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
    const lines = await linesWith({ '/components/securitySchemes/apiKey': scheme });
    expect(lines).toContain('  curl -H "X-Api-Key: demo-free" http://127.0.0.1:4010/v1/pets');
  });

  it('sends no key where none is asked for', async () => {
    expect(await linesWith({ '/security': [] })).toContain('  curl http://127.0.0.1:4010/v1/pets');
  });

  it('names the method where there is no body to send', async () => {
    expect(await linesWith({ [POST]: undefined })).toContain(
      '  curl -X POST -H "Authorization: Bearer demo-free" http://127.0.0.1:4010/v1/pets',
    );
  });

  it('quotes a body so that a shell reads it as it is, with every digit', async () => {
    const value = { name: "Bo's", categoryId: 9007199254740993n };
    const lines = await linesWith({ [POST]: { odd: { value } } });
    expect(lines[3]).toContain(` -d '{"name":"Bo'\\''s","categoryId":9007199254740993}' http`);
  });

  it('gives no command where the contract has nothing to list or create', async () => {
    const lines = await linesWith({
      '/paths/~1pets': undefined,
      '/paths/~1pets~1{petId}/get/x-deprecation': undefined,
    });
    expect(lines.slice(1)).toEqual([
      'Contract: http://127.0.0.1:4010/openapi.json, to read and try: http://127.0.0.1:4010/docs',
      'Console: http://127.0.0.1:4010/__admin/',
      'Stop with Ctrl+C.',
    ]);
  });
});
