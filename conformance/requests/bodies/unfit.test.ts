import { noteNamed, type Unfit } from './unfit';

const order = { customer_id: 'cus_1', lines: [{ product_id: 'prd_1' }, { product_id: 'prd_2' }] };
const shortBy = (text: string): readonly string[] => {
  const unfit: Unfit = new Map();
  noteNamed(unfit, order, text, () => []);
  return [...unfit.values()].flatMap((of) => [...of].flatMap(([id, how]) => (how === 'short' ? [id] : [])));
};

test('what a refusal repeats, calls by its noun, or has too little of is named no more', () => {
  expect(shortBy('prd_2 is not there')).toEqual(['prd_2']);
  expect(shortBy('The customer is blocked.')).toEqual(['cus_1']);
  expect(shortBy('{"code": "out_of_stock"}')).toEqual(['prd_1', 'prd_2']);
  expect(shortBy('The state does not allow this.')).toEqual([]);
});
