import { checkTexts } from '../../check-texts.ts';
import type { Fault } from '../../faults.ts';
import { decimal, money, round2 } from '../../money.ts';
import { saidByItems } from '../compute/extras.ts';
import { serviceValue } from '../compute/service-values.ts';
import type { ServiceItemInput, ServicePayload } from '../payload.ts';
import { moneyForm } from '../../decimal-form.ts';
import { checkDeductions } from './deductions.ts';
import { checkDecimal } from './decimal.ts';
import { checkSoldItem } from './item.ts';
import { checkServicePrecision } from './precision.ts';
import { checkServiceDetails } from './service-details.ts';
import { checkServiceTexts } from './service-texts.ts';

/** Every fault of form of a service that the contract cannot express, and of its sums. */
export function servicePayloadFaults(payload: ServicePayload): Fault[] {
  const faults = [
    ...checkTexts(payload),
    ...checkServiceTexts(payload),
    ...checkItems(payload),
    ...checkServicePrecision(payload),
    ...checkServiceDetails(payload),
  ];
  if (faults.length > 0) return faults;
  const ofDiscounts = checkDiscounts(payload);
  return ofDiscounts.length > 0 ? ofDiscounts : checkDeductions(payload);
}

function checkItems({ items, discount, service }: ServicePayload): Fault[] {
  if (items.length === 0 || items.length > 990) {
    return [refusal('items', `Um documento tem de 1 a 990 itens; vieram ${items.length}.`)];
  }
  return [
    ...items.flatMap((item, index) => checkItem(item, `items[${index}]`)),
    ...checkDecimal(discount, moneyForm, 'discount'),
    ...checkDecimal(service?.conditionalDiscount, moneyForm, 'service.conditionalDiscount'),
  ];
}

function checkItem(item: ServiceItemInput, path: string): Fault[] {
  const faults = checkSoldItem(item, path);
  if (faults.length > 0) return faults;
  if (round2(decimal(item.quantity).times(decimal(item.unitValue))).gt(0)) return [];
  return [refusal(`${path}.unitValue`, 'Quantidade vezes valor unitário deve ser maior que zero.')];
}

/** Each discount is less than the service (rules E0431 and E0432); zero is as good as none. */
function checkDiscounts({ items, discount, service }: ServicePayload): Fault[] {
  const value = serviceValue(items);
  if (value.gt('9999999999999.99')) {
    return [refusal('items', `O valor do serviço, ${money(value)}, passa de 13 dígitos: divida-o em mais notas.`)];
  }
  const [ofItems, ofDocument] = [saidByItems(items, { name: 'discount' }), decimal(discount)];
  const faults: Fault[] = [];
  if (!ofItems.isZero() && !ofDocument.isZero() && !ofItems.equals(ofDocument)) {
    const message = `O desconto dos itens soma ${money(ofItems)}, não ${money(ofDocument)}: informe só um dos dois ou o mesmo valor.`;
    faults.push(refusal('discount', message));
  }
  const unconditional = ofItems.isZero() ? ofDocument : ofItems;
  if (unconditional.gte(value)) {
    const message = `O desconto deve ser menor que o valor do serviço, ${money(value)} (rejeição E0431).`;
    faults.push(refusal(ofItems.isZero() ? 'discount' : 'items', message));
  }
  if (decimal(service?.conditionalDiscount).gte(value)) {
    const message = `O desconto condicionado deve ser menor que o valor do serviço, ${money(value)} (rejeição E0432).`;
    faults.push(refusal('service.conditionalDiscount', message));
  }
  return faults;
}

function refusal(path: string, message: string): Fault {
  return { code: 'validation_error', path, message };
}
