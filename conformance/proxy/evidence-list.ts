import { evidenceOf } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';

/** About how many bytes the exchanges may take that reports show, and how many they may be. */
const MOST_BYTES = 32 * 2 ** 20;
const MOST_EXCHANGES = 5000;
/** What an exchange takes beside its texts. */
const BESIDE = 1000;

/** The exchanges of hours of traffic as far as reports show them. */
export interface EvidenceList {
  /** How many there were. */
  readonly count: number;
  note(exchange: Exchange): void;
  /** The first ones, and of later ones those whose operation had not given such a status before. */
  all(): readonly Exchange[];
}

export function createEvidenceList(): EvidenceList {
  const kept: Exchange[] = [];
  const seen = new Set<string>();
  let count = 0;
  let bytes = 0;
  return {
    get count() {
      return count;
    },
    note(exchange) {
      count += 1;
      const { request, response } = exchange;
      const kind = `${request.operation.id} ${request.method} ${response?.status}`;
      const isFull = bytes > MOST_BYTES || kept.length >= MOST_EXCHANGES;
      if (isFull && seen.has(kind)) return;
      seen.add(kind);
      const evidence = evidenceOf(exchange);
      bytes +=
        BESIDE + request.target.length + (request.body?.length ?? 0) + (evidence.response?.body.text?.length ?? 0);
      kept.push(evidence);
    },
    all: () => kept,
  };
}
