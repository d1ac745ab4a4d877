import { UsageError } from '../../openapi/program/failure';
import { leftOutBy } from '../judge/choice';
import { JUDGE_OPTIONS, JUDGE_PROGRAM, readArguments } from '../options/flags';
import { choicesOf, expectOperations } from '../options/run-options';
import { redactor } from '../report/redact';
import { trafficText } from '../report/traffic';
import { type HarFile, openHar } from '../traffic/har-file';
import { judgeRecordings } from '../traffic/judge-recordings';
import { baseUrlOf, indexOf } from '../traffic/traffic-index';
import type { Command } from './command';
import { readContract } from './command';
import { conclude, openGate } from './conclude';
import { learningOf } from './learning';

export const judge: Command = {
  name: 'judge',
  summary: 'judge recorded traffic, HAR files of browsers, tests and proxies',
  async execute(args) {
    const { options, operands } = readArguments(JUDGE_PROGRAM, JUDGE_OPTIONS, args);
    if (operands.filter((path) => path === '-').length + (options.document === '-' ? 1 : 0) > 1)
      throw new UsageError('standard input can be read once; name a file in the place of one -');
    const contract = await readContract(options);
    const known = contract.operations.map(({ id }) => id);
    expectOperations(options, known);
    const learning = await learningOf(options);
    const gate = await openGate(options, false, contract);
    const files: HarFile[] = [];
    try {
      for (const path of operands) files.push(await openHar(path));
      const recordings = files.map(indexOf);
      const baseUrl = baseUrlOf(contract, options.baseUrl, recordings.flat());
      const choice = {
        checks: options.checks,
        excludedChecks: options.excludeChecks,
        operations: options.operations,
        excludeDeprecated: options.excludeDeprecated,
        perOperation: choicesOf(options.perOperation),
      };
      const { result, notes, secrets } = judgeRecordings(contract, recordings, {
        ...choice,
        baseUrl,
        isComplete: options.complete,
        ...learning,
      });
      const cut = files.filter(({ isCut }) => isCut).map(({ name }) => name);
      return await conclude(
        {
          contract,
          server: { baseUrl, headerNames: [], insecure: false },
          result,
          redact: redactor({ main: undefined, limit: undefined }, secrets),
          seed: undefined,
          leftOut: leftOutBy(choice, contract.operations),
          replay: undefined,
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
