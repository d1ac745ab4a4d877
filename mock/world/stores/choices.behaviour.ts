import type { Chosen } from '../../../openapi/behaviours/chosen';
import type { ChoiceStore } from './model';
import type { Awaitable } from './store';

/**
 * What the choices of a world do.
 *
 * @param make gives those of a world that begins so
 */
export function describeChoices(name: string, make: (atFirst: Chosen | undefined) => Awaitable<ChoiceStore>): void {
  describe(name, () => {
    const CHOSEN: Chosen = { options: { 'list.order': ['any', 'newest-first'] }, vary: 4_294_967_295, except: ['ids'] };

    it('are what the world began with, until others take their place', async () => {
      const choices = await make({ options: { ids: ['random'] } });
      expect(choices.chosen).toEqual({ options: { ids: ['random'] } });
      await choices.choose(CHOSEN);
      expect(choices.chosen).toEqual(CHOSEN);
      await choices.choose(undefined);
      expect(choices.chosen).toBeUndefined();
    });

    it('are none where none were chosen', async () => {
      expect((await make(undefined)).chosen).toBeUndefined();
    });

    it('count the requests that differ by them', async () => {
      const choices = await make(CHOSEN);
      expect([choices.nextTurn(), choices.nextTurn(), choices.nextTurn()]).toEqual([0, 1, 2]);
    });
  });
}
