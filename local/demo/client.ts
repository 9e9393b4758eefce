/** To whom the demo company sells: a company of the same city. */
export const demoClient = {
  name: 'Comercial São João Ltda',
  document: '04252011000110',
  email: 'compras@saojoao.example',
  phone: '1122223333',
  zipCode: '01001000',
  street: 'Praça da Sé',
  number: '100',
  neighborhood: 'Sé',
  city: 'São Paulo',
  state: 'SP',
  municipalityCode: '3550308',
};
