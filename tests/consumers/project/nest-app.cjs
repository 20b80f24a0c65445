const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { signBody } = require('@screening-webhooks/core');
const { OnScreeningEvent, ScreeningWebhooksModule } = require('@screening-webhooks/nestjs');
const { checkNest } = require('./check-nest.cjs');

checkNest({ Module, NestFactory, OnScreeningEvent, ScreeningWebhooksModule, signBody });
