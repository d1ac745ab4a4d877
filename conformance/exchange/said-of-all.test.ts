import { type SaidOfBoth, saidOfBoth } from './said-of-all';

test.each<[string, SaidOfBoth | undefined]>([
  ['If a call brings both, the bearer token alone decides.', { counts: 'token', refusedBy: undefined }],
  ['Where two credentials are sent, the API key wins.', { counts: 'key', refusedBy: undefined }],
  ['A request with both is refused with 400 `ambiguous-credentials`.', { counts: undefined, refusedBy: 400 }],
  ['Send a token or a key. Both kinds of credentials are worth the same.', undefined],
  ['The discount is a percentage of both together.', undefined],
])('%s', (description, expected) => {
  const contract = { source: { json: { info: { description } } } } as unknown as Parameters<typeof saidOfBoth>[0];
  expect(saidOfBoth(contract)).toEqual(expected);
});
