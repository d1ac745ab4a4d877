import { BEHAVIOUR_IDS, OPTIONS_OF } from '../../openapi/behaviours/options';
import { coveringRows } from './covering-rows';

test('each two options of different silences come together in some row, and the rows are few', () => {
  const rows = coveringRows();
  const missing = BEHAVIOUR_IDS.flatMap((one) =>
    BEHAVIOUR_IDS.flatMap((other) =>
      one === other
        ? []
        : OPTIONS_OF[one].flatMap((option) =>
            OPTIONS_OF[other]
              .filter((second) => !rows.some((row) => row[one] === option && row[other] === second))
              .map((second) => `${one}=${option} with ${other}=${second}`),
          ),
    ),
  );
  expect(missing).toEqual([]);
  expect(rows.length).toBeLessThanOrEqual(18);
});
