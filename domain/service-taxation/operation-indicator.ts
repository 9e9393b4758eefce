import type { ServiceFault, ServiceFields } from '../taxation/levels/service-fields.ts';

/** Operations with property (Anexo C, INDOP_IBSCBS), which describe it unless they are construction (E0931 and E0932). */
const withProperty: ReadonlySet<string> = new Set(['020101', '020201', '020301']);
/** Services of construction, whose property is their works. */
const construction: ReadonlySet<string> = new Set([
  ...['070201', '070202', '070401', '070501', '070502', '070601', '070602', '070701', '070801', '071701', '071901'],
]);
/** Subitems that say with IBS and CBS how they are paid (tpOper, E0903). */
const saysPayment: ReadonlySet<string> = new Set(['1005', '1509', '1712', '2505']);

/** What IBS and CBS of a service would need of groups that our DPS does not have; null where it needs none. */
export function ibsCbsFault({ serviceCode, ...fields }: ServiceFields): ServiceFault | null {
  const { ibsCbsClassification, ibsCbsOperationIndicator: indicator } = fields;
  if (!serviceCode || !ibsCbsClassification) return null;
  if (indicator && withProperty.has(indicator) && !construction.has(serviceCode)) {
    const message = `O indicador ${indicator} é de imóvel, que só vai em serviços de obra: escolha outro (rejeição E0932).`;
    return { field: 'ibsCbsOperationIndicator', message };
  }
  if (!saysPayment.has(serviceCode.slice(0, 4))) return null;
  const message = `O IBS e a CBS do serviço ${serviceCode} pedem o tipo de pagamento (tpOper), que o Lavra não emite (rejeição E0903).`;
  return { field: 'ibsCbsClassification', message };
}
