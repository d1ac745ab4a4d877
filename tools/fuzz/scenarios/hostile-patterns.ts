import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadContract } from '../../../openapi/contract';
import { encode } from '../wire/encode';
import { openLane } from '../wire/lane';
import { endGently } from './end';
import type { Scenario } from './model';
import { besideAnother } from './others';

/** Patterns for which an engine that goes back takes twice as long with each letter. */
const PATTERNS = ['^(\\\\w+\\\\s?)+$', '^(a|aa)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(?=(a+)+$)b'];
const TEXTS = ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', 'x'.repeat(5000), 'a'.repeat(40_000), `${'a'.repeat(30)}!`];

const document = (pattern: string): string => `openapi: 3.0.3
info: { title: a, version: "1" }
paths:
  /things:
    get: { responses: { "200": { description: a, content: { application/json: { schema: { type: array, items: { type: object, properties: { word: { type: string } } } } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [word], properties: { word: { type: string, pattern: "${pattern}" } } } } } }
      responses: { "201": { description: a }, "400": { description: a } }
`;

/** Texts that are judged by patterns which some engines take for ever with. */
export const hostilePatterns: Scenario = {
  name: 'hostile-patterns',
  title: 'patterns of a document that go back and forth',
  async run(stage) {
    const complaints: string[] = [];
    for (const pattern of PATTERNS) {
      const file = join(stage.folder, 'patterns.yaml');
      writeFileSync(file, document(pattern));
      const contract = await loadContract(file);
      const mock = await stage.start(['--document', file]);
      const lane = openLane(mock);
      const found = await besideAnother({ ...stage, contract }, mock, async () => {
        for (const text of TEXTS) {
          const body = Buffer.from(JSON.stringify({ word: text }));
          const parts = [
            encode({ method: 'POST', target: '/things', headers: [['Content-Type', 'application/json']], body }),
          ];
          await lane.send({ parts, ending: 'wait', request: { method: 'POST', target: '/things' } });
        }
      });
      lane.close();
      complaints.push(...[...found, ...(await endGently(stage, mock))].map((what) => `${pattern}: ${what}`));
    }
    return complaints;
  },
};
