/** The statements of BeaconPay about itself. All screens use these numbers and sentences. */
export const marketingCopy = {
  countriesAndRegions: 'over 200 countries and regions',
  countriesAndRegionsShort: '200+',
  currencies: '25 currencies',
  currenciesShort: '25',
  wireCountries: 'over 180+ countries',
  notABank:
    'BeaconPay is a financial technology company, not a bank. Banking services are provided by our partner banks.',
} as const;
