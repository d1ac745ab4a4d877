import type { Id, StoredRecord } from '../../stores/records';
import { listIn } from '../connection/replies';
import { frequentScript } from '../connection/script';
import { memberOf } from './record-keys';
import type { RecordTexts } from './record-texts';
import { READING } from './records-lua';
import type { RunOnRecords } from './records-run';

export type FindRecord = (collection: string, id: Id) => Promise<FoundRecord>;

interface FoundRecord {
  readonly record: StoredRecord | undefined;
  /** Whether no record has this id or had it. */
  readonly isFree: boolean;
}

export const createRecordFinding =
  (run: RunOnRecords, texts: RecordTexts): FindRecord =>
  async (collection, id) => {
    const [text, isRetired] = listIn(await run(FIND, [memberOf(collection, id)]));
    if (typeof text === 'string') return { record: texts.recordOf(text), isFree: false };
    return { record: undefined, isFree: isRetired === 0 };
  };

const FIND = frequentScript(
  `
local text = redis.call('HGET', at .. 'texts', ARGV[1])
if text then return {text} end
return {false, redis.call('SISMEMBER', at .. 'retired', ARGV[1])}
`,
  READING,
);
