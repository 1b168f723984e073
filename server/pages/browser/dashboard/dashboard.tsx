import '../page-data.ts';
