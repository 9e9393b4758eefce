import type { Choice, Field } from '../../forms/fields.ts';

/** Fields of an item that is a new vehicle (veicProd; titles by its layout PL_010f v1.04, codes by RENAVAM). */
export function vehicleFields(item: string): Field[] {
  const at = (name: string): string => `${item}.vehicle.${name}`;
  const text = (name: string, label: string, most: number, hint?: string): Field => {
    return { name: at(name), label, most, isShort: true, ...(hint ? { hint } : {}) };
  };
  const choice = (name: string, label: string, choices: readonly Choice[]): Field => {
    return { name: at(name), label, kind: 'choice', choices, isShort: true };
  };
  return [
    { ...choice('sale', 'Como o veículo é vendido', sales), hint: 'O faturamento direto diz o local de entrega.' },
    text('chassis', 'Chassi', 17),
    { ...choice('isRemarked', 'Chassi remarcado', remarked), kind: 'trueFalse' },
    text('modelCode', 'Marca e modelo (código RENAVAM)', 6),
    text('type', 'Tipo do veículo (código RENAVAM)', 2),
    text('species', 'Espécie do veículo (código RENAVAM)', 1),
    text('modelYear', 'Ano do modelo', 4),
    text('manufactureYear', 'Ano de fabricação', 4),
    text('color', 'Cor do veículo', 40),
    text('colorCode', 'Código da cor na montadora', 4),
    text('standardColor', 'Código da cor no DENATRAN', 2, 'De 01 a 16.'),
    text('paint', 'Tipo de pintura', 1, 'Como S, sólida, ou M, metálica.'),
    text('engineNumber', 'Número do motor', 21),
    text('serialNumber', 'Número de série do veículo', 9),
    text('fuel', 'Combustível (código RENAVAM)', 2, 'Como 16, álcool e gasolina.'),
    text('power', 'Potência (CV)', 4),
    text('displacement', 'Cilindradas (cm³)', 4),
    { ...text('netWeight', 'Peso líquido do veículo (t)', 9, 'Como 1,2500.'), kind: 'decimal' },
    { ...text('grossWeight', 'Peso bruto do veículo (t)', 9), kind: 'decimal' },
    { ...text('towingCapacity', 'Capacidade máxima de tração (t)', 9), kind: 'decimal' },
    text('wheelbase', 'Distância entre eixos (mm)', 4),
    text('seats', 'Lugares, com o motorista', 3),
    choice('condition', 'Condição do veículo', conditions),
    choice('restriction', 'Restrição', restrictions),
  ];
}

const sales: readonly Choice[] = [
  ['', 'Não é um veículo novo'],
  ['DEALER', 'Venda da concessionária'],
  ['DIRECT_SALE', 'Venda direta'],
  ['DIRECT_BILLING', 'Faturamento direto'],
  ['OTHER', 'Outra'],
];
const remarked: readonly Choice[] = [
  ['', 'Não informado: não'],
  ['nao', 'Não'],
  ['sim', 'Sim'],
];
const conditions: readonly Choice[] = [
  ['', 'Escolha…'],
  ['FINISHED', 'Acabado'],
  ['UNFINISHED', 'Inacabado'],
  ['SEMI_FINISHED', 'Semiacabado'],
];
const restrictions: readonly Choice[] = [
  ['', 'Escolha…'],
  ['NONE', 'Não há'],
  ['FIDUCIARY', 'Alienação fiduciária'],
  ['LEASING', 'Arrendamento mercantil'],
  ['TITLE_RETENTION', 'Reserva de domínio'],
  ['PLEDGE', 'Penhor de veículos'],
  ['OTHER', 'Outra'],
];
