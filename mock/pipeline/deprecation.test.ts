import { type Contract, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { contractOf, type Edits, shippedWith } from '../../openapi/contract/testing/documents';
import { pairsOf } from '../http/headers';
import { deprecationHeaders } from './reply';

function headersOf(contract: Contract, id: string): Readonly<Record<string, string>> {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  return operation === undefined
    ? { 'no such operation': id }
    : Object.fromEntries(pairsOf(deprecationHeaders(contract, operation)));
}

const headersWith = async (edits: Edits) => headersOf(await contractOf(shippedWith(edits)), 'getPet');

const GET_PET = '/paths/~1pets~1{petId}/get';

describe('the replies of a deprecated operation', () => {
  it('say that it is deprecated, when it ends, and what to use instead', async () => {
    expect(headersOf(await loadContract(SHIPPED_DOCUMENT), 'getPet')).toEqual({
      Deprecation: '@0',
      Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      Link: '</openapi.json>; rel="deprecation", </openapi.json>; rel="sunset", </v1/pets>; rel="successor-version"',
    });
  });

  it('say since when, if the contract does', async () => {
    const headers = await headersWith({ [`${GET_PET}/x-deprecation/since`]: '2029-12-05' });
    expect(headers.Deprecation).toBe('@1891123200');
  });

  it('name no end and no successor if the contract does not', async () => {
    expect(await headersWith({ [`${GET_PET}/x-deprecation`]: undefined })).toEqual({
      Deprecation: '@0',
      Link: '</openapi.json>; rel="deprecation"',
    });
  });

  it('link to the documentation that the contract names', async () => {
    const { Link } = await headersWith({ [`${GET_PET}/externalDocs`]: { url: 'https://docs.example/end' } });
    expect(Link).toMatch(
      /^<https:\/\/docs\.example\/end>; rel="deprecation", <https:\/\/docs\.example\/end>; rel="sunset"/,
    );
  });

  it("link to the successor with the contract's prefix", async () => {
    const { Link } = await headersWith({ '/servers': [{ url: 'https://animals.example' }] });
    expect(Link).toContain('</pets>; rel="successor-version"');
  });
});

describe('the replies of any other operation', () => {
  it.each(['listPets', 'createPet'])('of %s have none of these headers', async (id) => {
    expect(headersOf(await loadContract(SHIPPED_DOCUMENT), id)).toEqual({});
  });
});
