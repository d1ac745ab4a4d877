/** The environment variable that stands for each key in reports. */
export const KEY_VARIABLE = 'ANIMAL_STORE_API_KEY';
export const LIMIT_KEY_VARIABLE = 'ANIMAL_STORE_LIMIT_KEY';

/** The same for the credential of one security scheme. */
export const credentialVariable = (scheme: string): string =>
  `ANIMAL_STORE_CREDENTIAL_${scheme.replaceAll(/\W/g, '_')}`;
