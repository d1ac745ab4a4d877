/**
 * The suite as Jest: one test for each rule and operation, skipped where it was not judged.
 *
 * `BASE_URL` and `ANIMAL_STORE_API_KEY`, or the configuration file, name the server to judge; else the mock is.
 */
import { type Group, OUTLINE } from './testing/model';

// The environment has judged the server, and left here what came of it.
const { [OUTLINE]: groups } = globalThis as unknown as { readonly [OUTLINE]: readonly Group[] };

for (const { title, tests } of groups)
  describe(title, () => {
    for (const { title: name, skipped, failure } of tests) {
      if (skipped !== undefined) test.skip(`${name} — not judged: ${skipped}`, () => {});
      else
        test(name, () => {
          if (failure !== undefined) throw new Failure(failure);
        });
    }
  });

/** Without a stack: what is wrong is no line of this file. */
class Failure extends Error {
  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}
