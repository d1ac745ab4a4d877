/** Labels of a purchase, which are read with it alone. */
import { type Asked, Refused } from '../reach/application';
import type { Does } from './access';
import { type Accounts, bodyOf, type Handlers, newId, type Stored } from './accounts';
import type { Purchases } from './purchases';

const labelsOf = (purchase: Stored): readonly Stored[] => (purchase.labels ?? []) as readonly Stored[];

export function labels(does: Does, { accountOf, expectState }: Accounts, { set, purchaseAt }: Purchases): Handlers {
  /** A label of the purchase that a path names; with a fault of whichever has it. */
  const labelAt = (asked: Asked): { readonly record: Stored; readonly label: Stored } => {
    const own = purchaseAt(asked);
    const all = does('a label of another purchase will do') ? [own, ...accountOf(asked).purchases.values()] : [own];
    const record = all.find((one) => labelsOf(one).some(({ id }) => id === asked.path.label_id));
    const label = record && labelsOf(record).find(({ id }) => id === asked.path.label_id);
    if (record === undefined || label === undefined) throw new Refused(404, 'Not found');
    return { record, label };
  };

  return {
    addLabel: (asked) => {
      const record = purchaseAt(asked);
      expectState(record, ['draft'], 'a label is put on any purchase');
      const label = { id: newId('la'), text: bodyOf(asked).text };
      return { ...set(asked, { ...record, labels: [...labelsOf(record), label] }, 'a label'), status: 201 };
    },
    replaceLabel: (asked) => {
      const { record, label } = labelAt(asked);
      expectState(record, ['draft'], 'a label of any purchase is changed');
      const isMeant = (one: Stored): boolean => one === label || does('all labels are changed at once');
      const labels = labelsOf(record).map((one) => (isMeant(one) ? { ...one, text: bodyOf(asked).text } : one));
      return set(asked, { ...record, labels: does('a label stays as it is') ? labelsOf(record) : labels }, 'a label');
    },
    removeLabel: (asked) => {
      const { record, label } = labelAt(asked);
      expectState(record, ['draft'], 'a label of any purchase is removed');
      const isAll = does('the last label goes along');
      const labels = labelsOf(record).filter((one, nth, all) => one !== label && !(isAll && nth === all.length - 1));
      set(asked, { ...record, labels: does('a removed label stays') ? labelsOf(record) : labels }, 'a label');
      return { status: 204 };
    },
  };
}
