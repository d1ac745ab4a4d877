import { UsageError } from '../../openapi/program/failure';
import { leftOutBy } from '../judge/choice';
import { JUDGE_OPTIONS, JUDGE_PROGRAM, readArguments } from '../options/flags';
import { choiceOf, expectOperations } from '../options/run-options';
import { trafficText } from '../report/content/traffic';
import { type HarFile, openHar } from '../traffic/har-file';
import { judgeRecordings } from '../traffic/judge-recordings';
import { baseUrlOf, indexOf } from '../traffic/traffic-index';
import { type Command, readContract } from './command';
import { conclude, ofTraffic, openGate } from './conclude';
import { learningOf } from './learning';

export const judge: Command = {
  name: 'judge',
  summary: 'judge recorded traffic: HAR files of browsers, tests and proxies',
  async execute(args) {
    const { options, operands } = readArguments(JUDGE_PROGRAM, JUDGE_OPTIONS, args);
    if (operands.filter((path) => path === '-').length + (options.document === '-' ? 1 : 0) > 1)
      throw new UsageError('standard input can be read once; name a file in the place of one -');
    const contract = await readContract(options);
    expectOperations(options, contract);
    const learning = await learningOf(options);
    const gate = await openGate(options, false, contract);
    const files: HarFile[] = [];
    try {
      for (const path of operands) files.push(await openHar(path));
      const recordings = files.map(indexOf);
      const baseUrl = baseUrlOf(contract, options.baseUrl, recordings.flat());
      const choice = choiceOf(options);
      const judging = { ...choice, baseUrl, isComplete: options.complete, ...learning };
      const { result, notes, secrets } = judgeRecordings(contract, recordings, judging);
      const cut = files.filter(({ isCut }) => isCut).map(({ name }) => name);
      return await conclude(
        {
          ...ofTraffic(contract, { baseUrl, insecure: false }, secrets),
          result,
          leftOut: leftOutBy(choice, contract.operations),
          notes: trafficText(contract, result, notes, cut),
        },
        { ...options, minJudged: 0 },
        gate,
      );
    } finally {
      for (const file of files) file.close();
    }
  },
};
