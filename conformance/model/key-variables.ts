/** The environment variable that stands for each key in reports. */
export const KEY_VARIABLE = 'ANIMAL_STORE_API_KEY';
export const LIMIT_KEY_VARIABLE = 'ANIMAL_STORE_LIMIT_KEY';
