import { gives, judgedByOne, TEXT } from '../../testing/small-server';
import { credentialsAlternatives } from './alternatives';

const SCHEMES = {
  components: {
    securitySchemes: {
      staffKey: { type: 'apiKey', in: 'header', name: 'X-Staff-Key' },
      guestToken: { type: 'http', scheme: 'bearer' },
    },
  },
  security: [{ staffKey: [] }, { guestToken: [] }],
};

/** What is found where a key of the staff is taken in the place of a guest's token. */
async function found(
  description: string,
  isTaken: boolean,
  named = { staffKey: 'demo-key', guestToken: 'demo-token' },
) {
  const get = { operationId: 'listRooms', ...gives(200, { type: 'array', items: TEXT }, 401) };
  const { findings } = await judgedByOne(
    credentialsAlternatives,
    { '/rooms': { get } },
    ({ headers }) => {
      const sent = headers['x-staff-key'] ?? headers.authorization?.replace(/^Bearer /, '');
      const good = headers['x-staff-key'] === undefined ? [named.guestToken] : [named.staffKey];
      return good.includes(String(sent)) || (isTaken && Object.values(named).includes(String(sent)))
        ? [200, []]
        : [401];
    },
    { description },
    named,
    SCHEMES,
  );
  return findings.flatMap(({ outcome, key }) => (outcome === 'fail' ? [key] : []));
}

const SAYS_SO = 'A staff key is not valid as a guest token, nor the other way round.';

test('a credential that is good by one way is refused by another, where words say so', async () => {
  expect(await found(SAYS_SO, false)).toEqual([]);
  expect(await found(SAYS_SO, true)).toEqual([
    'the credential of staffKey by guestToken',
    'the credential of guestToken by staffKey',
  ]);
  expect(await found('Staff send a key, guests a token.', true)).toEqual([]);
});

test('of one and the same credential for both nothing is told', async () => {
  expect(await found(SAYS_SO, true, { staffKey: 'demo', guestToken: 'demo' })).toEqual([]);
});
