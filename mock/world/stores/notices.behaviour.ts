import type { Notices } from './model';
import type { Awaitable } from './store';

/** What all notices do; `make` gives those of another world each time. */
export function describeNotices(name: string, make: () => Awaitable<Notices>): void {
  describe(name, () => {
    it('tell each listener of each change until it stops, each for itself', async () => {
      const notices = await make();
      const heard: string[] = [];
      const hear = () => void heard.push('twice');
      const stop = notices.listen(hear);
      const stopAgain = notices.listen(hear);
      notices.listen(() => void heard.push('always'));
      notices.announce();
      await turn();
      expect(heard.splice(0)).toEqual(['twice', 'twice', 'always']);
      stop();
      stop();
      notices.announce();
      await turn();
      expect(heard.splice(0)).toEqual(['twice', 'always']);
      stopAgain();
      notices.announce();
      await turn();
      expect(heard).toEqual(['always']);
    });

    it('are silent on what another world announces', async () => {
      const [one, other] = [await make(), await make()];
      const heard: string[] = [];
      one.listen(() => void heard.push('one'));
      other.announce();
      await turn();
      expect(heard).toEqual([]);
    });

    it('are not harmed by a listener that leaves as it hears', async () => {
      const notices = await make();
      const heard: string[] = [];
      const leave = notices.listen(() => {
        leave();
        heard.push('left');
      });
      notices.listen(() => void heard.push('stayed'));
      notices.announce();
      notices.announce();
      await turn();
      expect(heard.sort()).toEqual(['left', 'stayed', 'stayed']);
    });
  });
}

/** So long that notices have come which travel. */
const turn = (): Promise<void> => new Promise(setImmediate);
