import { startMock } from '../mock/index';
import { OPTIONS_OF, SILENCE_IDS } from '../openapi/silences/choices';
import { CHECKS } from './checks';
import { silences } from './checks/silences';
import { run } from './engine/run';
import { shippedContract } from './testing/contract';
import { optionsFor } from './testing/options';

const which = (process.env.ONLY ?? '').split(',').filter(Boolean);
const out = (s: string) => process.stdout.write(`${s}\n`);
async function one(choices: Record<string, string>) {
  const mock = await startMock({ choices, planLimits: 'on' } as never);
  const options = optionsFor(mock.baseUrl, {
    keys: { main: 'demo-business', limit: 'demo-free' } as never,
    learn: true,
    maxRequests: 660,
    target: { baseUrl: mock.baseUrl, plan: undefined, limitPlan: undefined, exclusive: false },
  });
  const result = await run(await shippedContract(), [...CHECKS, silences], options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await mock.close();
  return result;
}
test('probe', async () => {
  for (const id of SILENCE_IDS) {
    if (which.length > 0 && !which.includes(id)) continue;
    for (const option of OPTIONS_OF[id]) {
      if (option === OPTIONS_OF[id][0] && id !== 'query.invalid') continue;
      const result = await one({ [id]: option });
      const found = result.findings.map((f) => `${f.outcome} ${f.check} ${f.operation} ${f.expected} / ${f.actual}`);
      const wrong = [...(result.learnt ?? [])].flatMap(([other, l]) => {
        const wanted = other === id ? option : OPTIONS_OF[other][0];
        if ('seen' in l) {
          const s = l.seen.map((x) => x.option).join('+');
          return s === wanted ? [] : [`${other}: ${s} NOT ${wanted} (${l.seen.map((x) => x.shows).join(' | ')})`];
        }
        return other === id || process.env.ALL ? [`${other}: ? ${l.unknown}`] : [];
      });
      out(
        `== ${id}=${option}: ${result.requests} requests; ${wrong.length === 0 ? 'right' : wrong.join('\n     ')}${found.length ? '\n   FOUND ' + found.join('\n   FOUND ') : ''}`,
      );
      if (option === OPTIONS_OF[id][0])
        out(
          [...(result.learnt ?? [])]
            .flatMap(([o, l]) => ('unknown' in l ? [`   ? ${o}: ${l.unknown}`] : []))
            .join('\n'),
        );
    }
  }
}, 600000);
