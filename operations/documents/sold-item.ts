import { unitCode } from '../../domain/products/details.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import type { ServiceItemRequest } from './sale-request.ts';

/**
 * What a line sells, with copies of the fields that it leaves to its product. A field that neither has is left empty, and the checks of the payload
 * refuse it.
 */
export function soldItem(
  { code, description, unitValue, unit: own }: Pick<ServiceItemRequest, 'code' | 'description' | 'unitValue' | 'unit'>,
  product: Product | undefined,
) {
  const sold = product?.normal();
  const unit = own ?? (sold && unitCode(sold.commercialUnit));
  return {
    code: code ?? sold?.code ?? '',
    description: description ?? sold?.name ?? '',
    unitValue: unitValue ?? sold?.salePrice ?? '',
    ...(unit ? { unit: unit.trim() } : {}),
  };
}
