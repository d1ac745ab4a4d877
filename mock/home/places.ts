import type { Match } from '../../openapi/contract';
import { DOCS_PATH } from '../docs/docs';
import { DOCUMENT_PATH, YAML_PATH } from '../pages/document';
import type { ControlParts, Places } from './model';

/** The places as paths. If the contract has one of them itself, the mock does not; and the reference needs the document. */
export function placesOf(match: (method: string, path: string) => Match, control: ControlParts): Places {
  const free = (path: string): string | undefined => (match('GET', path).kind === 'unknownPath' ? path : undefined);
  const contract = free(DOCUMENT_PATH);
  return {
    console: control.hasConsole ? '/__admin/' : undefined,
    reference: contract && free(DOCS_PATH),
    contract,
    contractYaml: free(YAML_PATH),
    health: control.hasHealth ? '/__admin/health' : undefined,
  };
}
