import { m } from '../paraglide/messages.js';

/** The statements of BeaconPay about itself. All screens use these numbers and sentences. */
export const marketingCopy = {
  countriesAndRegions: m.home_over_200_countries_and_regions(),
  countriesAndRegionsShort: '200+',
  currencies: m.home_n25_currencies(),
  currenciesShort: '25',
  wireCountries: m.home_over_180_countries(),
  notABank: m.home_beaconpay_is_financial_technology_company_not(),
} as const;
