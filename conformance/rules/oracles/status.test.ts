import type { Operation } from '../../../openapi/contract';
import { isSaidOpen } from './status';

const ping = (description: string, around: readonly string[] = [], security: readonly unknown[] = []): Operation =>
  ({ path: '/ping', security, optionalSecurity: [], summary: '', description, around }) as unknown as Operation;

test.each([
  [ping('Works without credentials, and does not mind wrong ones.'), true],
  [ping('No key is needed.'), true],
  [ping('', ['A single operation, `GET /ping`, works without any credentials.']), true],
  [ping('', ['`GET /pings` works without any credentials.']), false],
  [ping('Works without credentials.', [], [{}]), false],
  [ping('Does not work without credentials.'), false],
  [ping('For load balancers.'), false],
  [ping('Called without a key it is answered 401.'), false],
  [ping('A request that works without a token in tests is refused here.'), false],
])('what is open to all', (operation, expected) => {
  expect(isSaidOpen(operation)).toBe(expected);
});
